"""``gtr status``: the current snapshot."""

from __future__ import annotations

from typing import Any

from gtr_core.cli.context import in_words, open_current, settings_of
from gtr_core.cli.options import Json, ProjectDir, Quiet, SnapshotDir
from gtr_core.cli.output import show_table, show_text, write_json

__all__ = ["command"]


def command(
    snapshot_dir: SnapshotDir = None, project_dir: ProjectDir = None, as_json: Json = False, quiet: Quiet = False
) -> None:
    """Show the current snapshot: age, counts, what failed. Every checksum of its files is verified."""
    import msgspec

    from gtr_core.context.snapshot_info import check_files
    from gtr_core.context.store_address import open_store

    settings, _ = settings_of(project_dir, {"snapshot_dir": snapshot_dir})
    snapshot = open_current(settings, quiet=quiet)
    check_files(snapshot.info, snapshot.folder, thorough=True)
    form: dict[str, Any] = msgspec.to_builtins(snapshot.info)
    form["age_s"] = round(snapshot.age_s(), 1)
    form["bytes"] = sum(stamp.bytes for stamp in snapshot.info.files.values())
    form["snapshots"] = list(open_store(settings.snapshot_dir).ids())
    if as_json:
        write_json(form)
        return
    show_text(f"Snapshot {form['id']}, {in_words(form['age_s'])} old, {form['bytes'] / 1e6:.1f} MB", "bold")
    show_text(
        f"Project {form['project'] or '(none)'}, dialect {form['dialect']}, encoder {form['encoder_name'] or 'none'}"
    )
    show_table(("what", "number"), [(name.replace("_", " "), f"{n:,}") for name, n in form["counts"].items()], (1,))
    for reason, number in form["left_out"].items():
        show_text(f"Left out: {number} {reason}")
    for warning in form["warnings"]:
        show_text(f"Warning: {warning}", "yellow")
    for failure in form["failed"]:
        show_text(f"Failed: {failure['table']}: {failure['reason']}: {failure['text']}", "red")
    show_text(f"{len(form['snapshots'])} snapshots in {settings.snapshot_dir}")
