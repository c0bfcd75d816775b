"""Catalogs: nothing is missing or superfluous, placeholders and plural forms are right, and who gets which language."""

import re

import pytest
from starlette.requests import Request

from blackpeg.web.languages.catalogs import FOLDER, catalogs, choose_language, preferred_language
from blackpeg.web.languages.update import all_keys

# Plural categories by CLDR: unicode.org/cldr/charts/latest/supplemental/language_plural_rules.html
FORMS = {
    "en": {"one", "other"}, "de": {"one", "other"}, "fa": {"one", "other"}, "es": {"one", "many", "other"},
    "fr": {"one", "many", "other"}, "pt": {"one", "many", "other"}, "ca": {"one", "many", "other"},
}  # fmt: skip
each_language = pytest.mark.parametrize("language", catalogs())


def placeholders(text: str) -> list[str]:
    return sorted(re.findall(r"\{/?\w+\}", text))


def forms_of(text) -> dict[str, str]:
    return text if isinstance(text, dict) else {"other": text}


def test_seven_languages():
    assert set(catalogs()) == set(FORMS)
    assert [catalog.language for catalog in catalogs().values() if catalog.direction == "rtl"] == ["fa"]


@each_language
def test_no_text_is_missing_or_superfluous(language):
    keys, texts = all_keys(), catalogs()[language].texts
    missing, superfluous = [key for key in keys if key not in texts], sorted(set(texts) - set(keys))
    assert (missing, superfluous) == ([], []), "`make texts` brings catalogs up to date"


@each_language
def test_translations_have_the_placeholders_of_their_keys(language):
    for key, text in catalogs()[language].texts.items():
        for form, one in forms_of(text).items():
            wanted, found = placeholders(key), placeholders(one)
            if form == "one":  # which may say the number in words
                wanted, found = ([each for each in names if each != "{count}"] for names in (wanted, found))
            assert set(found) == set(wanted), f"{key!r}: {one!r}"


@each_language
def test_forms_suit_the_language(language):
    for key, text in catalogs()[language].texts.items():
        if isinstance(text, dict):
            assert "{count}" in key, f"forms are chosen by {{count}}, which {key!r} has not"
            assert {"one", "other"} <= set(text) <= FORMS[language], key


@each_language
def test_texts_are_plain(language):
    for key, text in catalogs()[language].texts.items():
        for one in forms_of(text).values():
            assert one and one == one.strip() and not re.search(r"[<>]\w|&\w+;|  |\n", one), key
            assert re.sub(r"\{/?\w+\}", "", one).count("{") == 0, key


def test_english_stands_for_itself():
    for key, text in catalogs()["en"].texts.items():
        assert forms_of(text)["other"] == key


def test_only_english_is_reviewed():
    """Until somebody who speaks a language natively has read it; then its catalog says so."""
    assert [catalog.language for catalog in catalogs().values() if catalog.reviewed] == ["en"]


def test_a_catalog_is_a_file():
    assert {path.stem for path in FOLDER.glob("*.json")} == set(catalogs())


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("pt-BR,pt;q=0.9,en;q=0.8", "pt"),
        ("nl,fa;q=0.5,en;q=0.7", "en"),
        ("fr;q=0.2, ca;q=0.9", "ca"),
        ("de;q=0, es;q=0.1", "es"),
        ("*", "en"),
        ("de;q=x,,;;q=1", "en"),
        ("x" * 5000, "en"),
    ],
)
def test_a_browser_prefers_languages(header, language):
    assert preferred_language(header) == language


def request(query: str = "", cookie: str = "", accept: str = "") -> Request:
    headers = [(b"cookie", f"language={cookie}".encode()), (b"accept-language", accept.encode())]
    return Request({"type": "http", "query_string": query.encode(), "headers": headers})


def test_a_choice_goes_before_what_the_browser_prefers():
    assert choose_language(request(accept="de")) == "de"
    assert choose_language(request(cookie="fa", accept="de")) == "fa"
    assert choose_language(request("language=fr", "fa", "de")) == "fr"
    assert choose_language(request("language=xx", "../en", "de")) == "de"
