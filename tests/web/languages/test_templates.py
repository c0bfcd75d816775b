"""Texts in templates: what is one text, and that HTML stays what it was."""

import pytest
from web.in_process import Site

from blackpeg.web.languages.templates import template_keys, translate_html
from blackpeg.web.routes.pages import STATIC


@pytest.mark.parametrize(
    ("html", "keys"),
    [
        ("<p>Play</p>", ["Play"]),
        ("<p>See <a href='/x'>the rules</a> first.</p>", ["See {1}the rules{/1} first."]),
        ("<li><kbd>H</kbd> holds a peg</li>", ["{1} holds a peg"]),
        ("<label>Game <input name='game'></label>", ["Game"]),
        ("<label>Menu <select><option>one<option>two</select></label>", ["Menu", "one", "two"]),
        ("<button><b>Easy</b><small>4 pegs</small></button>", ["Easy", "4 pegs"]),
        ("<p>a <b>b <i>c</i></b> d</p>", ["a {1}b {2}c{/2}{/1} d"]),
        ('<p aria-label="Menu" title="">1 · 2</p>', ["Menu"]),
        ('<p translate="no">Blackpeg</p><p lang="de">Deutsch</p><code>x</code>', []),
        ("<title>{{title}}</title>\n{{tags}}\n", []),
        ("<p>one\n  two&nbsp;three &amp; four</p>", ["one two\u00a0three & four"]),
        ('<meta name="description" content="About"><meta name="root" content="x">', ["About"]),
    ],
)
def test_keys_of_html(html, keys):
    assert template_keys(html) == keys


def test_html_is_translated():
    words = {"See {1}the rules{/1} & {2}.": "{2} & {1}Regeln{/1} < alles", "Menu": 'Das "Menü"'}
    html = '<p aria-label="Menu">See <a href="/x">the rules</a> &amp; <kbd>H</kbd>.</p>'
    expected = '<p aria-label="Das &quot;Menü&quot;"><kbd>H</kbd> &amp; <a href="/x">Regeln</a> &lt; alles</p>'
    assert translate_html(html, words.__getitem__) == expected


@pytest.mark.parametrize("path", sorted(STATIC.glob("*.html")), ids=lambda path: path.stem)
def test_templates_stay_as_they_are_in_english(path):
    html = path.read_text()
    same = translate_html(html, lambda key: key)
    assert " ".join(same.replace("&#x27;", "'").split()) == " ".join(html.split())


def test_pages_are_in_the_language_asked_for(tmp_path):
    site = Site(tmp_path / "data")
    visitor = site.visitor()
    page = visitor.get("/learn?language=fa")
    assert '<html lang="fa" dir="rtl">' in page.text
    assert page.headers["vary"] == "Accept-Language, Cookie"
    cookie = next(one for one in page.headers.get_list("set-cookie") if one.startswith("language="))
    assert cookie.startswith("language=fa;") and "SameSite=lax" in cookie and "HttpOnly" in cookie
    assert '<html lang="fa"' in visitor.get("/learn").text  # as it was chosen
    assert '<html lang="fa"' in visitor.get("/learn?language=klingon").text
    assert '<html lang="en" dir="ltr">' in site.visitor().get("/learn").text
    missing = site.visitor().get("/nowhere?language=de")
    assert missing.status_code == 404
    site.close()
