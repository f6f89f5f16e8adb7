"""The files that go with a simulated web: its recipe, and for each domain seeds, examples and the truth."""

import json
from dataclasses import asdict
from pathlib import Path
from urllib.parse import urlsplit

from sonde.errors import ConfigError
from sonde.lab.web.lab_web import LabWeb
from sonde.lab.web.recipe import write_recipe


def write_web(folder: Path, web: LabWeb) -> list[Path]:
    """Writes recipe.yaml and one folder per domain with seeds.txt, examples/, negatives/ and truth.jsonl."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_recipe(folder / "recipe.yaml", web.recipe)
        return [_write_domain(folder / domain, web, domain) for domain in web.recipe.domains]
    except OSError as error:
        raise ConfigError(f"cannot write to {folder}: {error.strerror or error}. Choose another folder.") from error


def _write_domain(folder: Path, web: LabWeb, domain: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "seeds.txt").write_text("\n".join(web.seeds(domain)) + "\n", encoding="utf-8")
    web.training.write(folder, domain)
    forms = [*web.truth(domain).forms.values(), *web.beside(domain)]
    rows = [
        json.dumps({**asdict(form), "records": len(web.records(form.host, urlsplit(form.action).path))})
        for form in forms
    ]
    (folder / "truth.jsonl").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return folder
