"""What is checked of the code as a whole: who imports whom, and what the project never names."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.running_site import PROJECT

TEXT_ENDINGS = {".py", ".html", ".js", ".css", ".md", ".toml", ".txt", ".json", ".yaml", ".yml", ".sh", ".svg", ""}
# Put together here, so that this file does not name them itself.
UNWANTED = [
    ".".join(parts)
    for parts in (("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"), ("npmjs", "com"), ("registry", "npm"))
] + [f"/{place}/" for place in ("work", "root", "opt/wheels")]


def tracked_files() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=PROJECT, capture_output=True, text=True, check=True).stdout
    return [PROJECT / name for name in listed.split("\0") if name and (PROJECT / name).is_file()]


def test_imports_run_downwards_only() -> None:
    done = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-logo"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("folder", ["games/engine"])
def test_rules_import_the_standard_library_alone(folder: str) -> None:
    known = sys.stdlib_module_names | {"games"}
    foreign = {
        (str(path.relative_to(PROJECT)), name)
        for path in (PROJECT / folder).rglob("*.py")
        for name in imported_modules(path)
        if name.split(".")[0] not in known
    }
    assert foreign == set()


def imported_modules(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names.add(node.module or "")
    return names


def test_the_engine_loads_without_django() -> None:
    code = "import sys, games.engine.registry; sys.exit(any(name.split('.')[0] == 'django' for name in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], cwd=PROJECT, check=False).returncode == 0


def test_no_file_names_a_registry_or_a_place_on_somebodys_machine() -> None:
    found = [
        (str(path.relative_to(PROJECT)), word)
        for path in tracked_files()
        if path.suffix in TEXT_ENDINGS
        for word in UNWANTED
        if word in path.read_text(encoding="utf-8", errors="replace")
    ]
    assert found == []


def test_no_name_says_nothing() -> None:
    empty = {"utils", "helpers", "common", "misc"}
    assert [path for path in tracked_files() if path.suffix == ".py" and path.stem in empty] == []
