"""``gtr train``: fit the scorer of the default method anew."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gtr_core.cli.exceptions import UnwritableFileError
from gtr_core.cli.options import Json, Quiet
from gtr_core.cli.output import notice, show_table, write_json

if TYPE_CHECKING:
    from gtr_core.evaluation.training import Source

__all__ = ["command"]

_EIGHT = 8
_SHARE_OF_UNIONS = 0.22
_SHARE_WITHOUT_VALUES = 0.06
_QUESTIONS_OF_A_SCHEMA = 25


def command(
    folders: Annotated[
        list[Path], typer.Argument(help="Folders with schema.json and questions with gold answers.", show_default=False)
    ],
    output: Annotated[Path, typer.Option(help="Where to write the weights (.npz).")] = Path("scoring.npz"),
    questions: Annotated[
        int, typer.Option(min=50, help="Questions drawn of each folder; 22 in 100 more in larger contexts.")
    ] = 4000,
    leave_out: Annotated[
        str, typer.Option(help="Databases that are not used, separated by commas.", show_default=False)
    ] = "",
    evidence: Annotated[
        float, typer.Option(min=0.0, max=1.0, help="Share of the evidence that is handed to the scorer.")
    ] = 0.65,
    gold_values: Annotated[
        float,
        typer.Option(
            min=0.0, max=1.0, help="Share of the questions whose values are put among those of sampled columns."
        ),
    ] = 0.6,
    made_up: Annotated[
        int, typer.Option(min=0, help="Made-up warehouses that are learnt from beside, with 25 questions each.")
    ] = 120,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Fit the weights by which table sets are scored, and tell how they do on databases that they did not see.

    Needs the extra `training`.
    """
    import numpy as np

    from gtr_core.embedding.encoder import DEFAULT_ENCODER
    from gtr_core.embedding.onnx_encoder import OnnxEncoder
    from gtr_core.evaluation.training import Source, centred, check_installed, fit, read_examples, save
    from gtr_core.evaluation.training.made_up_schemas import write_made_up

    if not output.parent.is_dir():
        raise UnwritableFileError(str(output), f"there is no folder {output.parent}")
    check_installed()
    left_out = frozenset(name.strip() for name in leave_out.split(",") if name.strip())
    examples = []
    with tempfile.TemporaryDirectory(prefix="gtr-train-") as place:
        sources = [
            source for folder in folders for source in _sources(folder, questions, evidence, left_out, gold_values)
        ]
        if made_up:
            write_made_up(Path(place) / "made_up", made_up, _QUESTIONS_OF_A_SCHEMA, 1)
            sources.append(Source(Path(place) / "made_up", evidence=0.0))
        for source in sources:
            examples += list(read_examples(source, seed=1 + (source.union > 1) + (not source.values)))
            notice(f"{source.folder.name}: {len(examples)} examples so far", quiet=quiet)
    pieces = centred(OnnxEncoder(DEFAULT_ENCODER).piece_vectors())
    fitted = fit(examples, pieces, progress=lambda stage: notice(f"Fitted: {stage}", quiet=quiet))
    part = output.with_name(output.name + ".part")
    try:
        with part.open("wb") as file:
            np.savez_compressed(file, allow_pickle=False, **save(fitted.model))
        os.replace(part, output)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise UnwritableFileError(str(output), error.strerror or str(error)) from error
    if as_json:
        write_json(
            {
                "weights": str(output),
                "examples": fitted.examples,
                "exact": fitted.exact,
                "among_candidates": fitted.among,
                "calibration_error": fitted.calibration_error,
            }
        )
    else:
        rows = [(kind, fitted.examples[kind], fitted.exact[kind], fitted.among[kind]) for kind in fitted.exact]
        show_table(("questions of", "number", "exact out of fold", "among candidates"), rows, right=(1, 2, 3))
        notice(f"Weights in {output}", quiet=quiet)


def _sources(
    folder: Path, questions: int, evidence: float, left_out: frozenset[str], gold_values: float
) -> Iterator[Source]:
    """A folder's questions over their own databases, over several databases at once, and those without values."""
    from gtr_core.evaluation.training import Source

    yield Source(folder, questions, evidence, 1, left_out, gold_values)
    yield Source(folder, int(questions * _SHARE_OF_UNIONS), evidence, _EIGHT, left_out, gold_values)
    yield Source(folder, int(questions * _SHARE_WITHOUT_VALUES), evidence, _EIGHT, left_out, values=False)
