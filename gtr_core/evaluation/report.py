"""A run's report for people: figures, the confidence curve, and the questions that went wrong."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gtr_core.evaluation.calibration import confidence_curve
from gtr_core.evaluation.exceptions import ReportFormatError
from gtr_core.evaluation.prediction import Prediction
from gtr_core.evaluation.scores import scored, scores_of

__all__ = ["Part", "check_format", "report_parts", "report_text"]

_METRICS = ("exact", "jaccard", "precision", "recall", "f1", "perfect_recall")
_CURVE_POINTS = 20
_HTML = (".html", ".htm")
_MARKDOWN = (".md", ".markdown")


@dataclass(frozen=True, slots=True)
class Part:
    """A heading with a table below it.

    Attributes:
        note: A sentence before the table, empty where there is none.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


def check_format(path: Path) -> None:
    """Refuse a report's file whose name does not say its format.

    Raises:
        ReportFormatError: It ends in neither ``.md`` nor ``.html``.
    """
    if path.suffix.casefold() not in (*_HTML, *_MARKDOWN):
        raise ReportFormatError(str(path))


def report_text(path: Path, title: str, form: Mapping[str, Any], predictions: Sequence[Prediction]) -> str:
    """The report in the format that the file's name asks for; raises as ``check_format`` does."""
    check_format(path)
    parts = report_parts(form, predictions)
    return _as_html(title, parts) if path.suffix.casefold() in _HTML else _as_markdown(title, parts)


def report_parts(form: Mapping[str, Any], predictions: Sequence[Prediction]) -> list[Part]:
    """What the report says.

    Args:
        form: As ``evaluation_form`` gives it.
    """
    counted = scored(predictions)
    parts = [_overview(form)]
    if not counted:
        return parts
    parts += [
        _figures(form),
        _groups("By database", "database", form["by_database"]),
        _groups("By number of gold tables", "gold tables", form["by_gold_size"]),
        _curve(counted),
    ]
    wrong = [prediction for prediction in counted if scores_of(prediction).exact < 1.0]
    parts.append(_tables("Tables that are missing most often", wrong, missing=True))
    parts.append(_tables("Tables that are extra most often", wrong, missing=False))
    parts.append(_errors(wrong, len(counted)))
    return parts


def _overview(form: Mapping[str, Any]) -> Part:
    rows = [("folder", form["folder"])]
    rows += [
        (name, str(form[name]))
        for name in ("method", "questions", "scored", "llm_calls", "llm_fallbacks")
        if name in form
    ]
    rows += [(name, str(count)) for name, count in form["status"].items()]
    rows += [(f"latency {name}, ms", _number(value)) for name, value in form["latency_ms"].items()]
    return Part("Run", ("", ""), tuple(rows))


def _figures(form: Mapping[str, Any]) -> Part:
    rows = []
    for name in _METRICS:
        low, high = form["intervals"][name]
        rows.append((name.replace("_", " "), _number(form[name]), f"{_number(low)} to {_number(high)}"))
    for k, figures in form["at_k"].items():
        rows += [(f"{name.replace('_', ' ')} at {k}", _number(value), "") for name, value in figures.items()]
    joins = form["joins"]
    rows += [(f"joins {name}", _number(joins[name]), "") for name in ("exact", "precision", "recall", "f1")]
    rows.append(("roles exact", _number(form["roles_exact"]), ""))
    rows.append(("expected calibration error", _number(form["calibration"]["ece"]), ""))
    for share, value in form["calibration"]["exact_of_most_confident"].items():
        rows.append((f"exact of the most confident {share}%", _number(value), ""))
    return Part("Figures", ("", "mean", "95%, over databases"), tuple(rows))


def _groups(title: str, name: str, groups: Mapping[str, Mapping[str, float]]) -> Part:
    rows = tuple(
        (group, str(figures["questions"]), *(_number(figures[metric]) for metric in _METRICS))
        for group, figures in groups.items()
    )
    return Part(title, (name, "questions", *(metric.replace("_", " ") for metric in _METRICS)), rows)


def _curve(predictions: Sequence[Prediction]) -> Part:
    hits = [scores_of(prediction).exact == 1.0 for prediction in predictions]
    curve = confidence_curve([prediction.confidence for prediction in predictions], hits)
    step = max(1, len(curve) // _CURVE_POINTS)
    points = [*curve[step - 1 : -1 : step], curve[-1]]
    rows = tuple((_number(share), _number(confidence), _number(exact)) for share, confidence, exact in points)
    return Part(
        "Confidence curve",
        ("share answered", "least confidence", "share exact"),
        rows,
        "If only the most confident questions were answered.",
    )


def _tables(title: str, wrong: Sequence[Prediction], *, missing: bool) -> Part:
    counts: dict[str, int] = {}
    for prediction in wrong:
        gold, mine = prediction.question.gold_tables or frozenset(), frozenset(prediction.tables)
        for table in gold - mine if missing else mine - gold:
            counts[table] = counts.get(table, 0) + 1
    most = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:20]
    return Part(title, ("table", "questions"), tuple((table, str(count)) for table, count in most))


def _errors(wrong: Sequence[Prediction], count: int) -> Part:
    rows = []
    for prediction in wrong:
        gold, mine = prediction.question.gold_tables or frozenset(), frozenset(prediction.tables)
        rows.append(
            (
                prediction.question.id,
                prediction.question.db,
                prediction.question.text,
                prediction.status,
                _number(prediction.confidence),
                _names(gold & mine),
                _names(gold - mine),
                _names(mine - gold),
            )
        )
    columns = ("id", "database", "question", "status", "confidence", "right", "missing", "extra")
    return Part("Questions that are not exact", columns, tuple(rows), f"{len(wrong)} of {count}.")


def _names(tables: Iterable[str]) -> str:
    return ", ".join(sorted(table.partition(".")[2] or table for table in tables))


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def _as_markdown(title: str, parts: Iterable[Part]) -> str:
    lines = [f"# {_plain(title)}", ""]
    for part in parts:
        lines += [f"## {part.title}", ""]
        lines += [part.note, ""] if part.note else []
        lines.append(f"| {' | '.join(part.columns)} |")
        lines.append(f"|{' --- |' * len(part.columns)}")
        lines += [f"| {' | '.join(map(_plain, row))} |" for row in part.rows]
        lines.append("")
    return "\n".join(lines)


def _plain(text: str) -> str:
    r"""Text that stays within its cell and is shown as written.

    >>> print(_plain("a | b" + chr(10) + "<i>"))
    a \| b &lt;i&gt;
    """
    return html.escape(" ".join(text.split()), quote=False).replace("\\", "\\\\").replace("|", "\\|")


def _as_html(title: str, parts: Iterable[Part]) -> str:
    body = []
    for part in parts:
        body.append(f"<h2>{html.escape(part.title)}</h2>")
        body += [f"<p>{html.escape(part.note)}</p>"] if part.note else []
        heads = "".join(f"<th>{html.escape(column)}</th>" for column in part.columns)
        rows = "".join(f"<tr>{''.join(f'<td>{html.escape(cell)}</td>' for cell in row)}</tr>\n" for row in part.rows)
        body.append(f"<table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>")
    return _PAGE.format(title=html.escape(title), body="\n".join(body))


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
body {{ font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; color: #1b1b1b; }}
table {{ border-collapse: collapse; display: block; overflow-x: auto; }}
th, td {{ border-bottom: 1px solid #ddd; padding: 0.25rem 0.6rem; text-align: left; vertical-align: top; }}
td {{ font-variant-numeric: tabular-nums; }}
</style>
</head>
<body>
<h1>{title}</h1>
{body}
</body>
</html>
"""
