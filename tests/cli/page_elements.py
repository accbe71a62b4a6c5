"""A page as a browser left it, for tests that look into it."""
import shutil
from html.parser import HTMLParser

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Elements(HTMLParser):
    """Each element's attributes, its text, and the ids of those it stands in."""

    VOID = {"meta", "br", "input", "link", "img", "hr", "wbr"}

    def __init__(self, html):
        super().__init__()
        self.all, self.open = [], []
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        element = dict(attributes) | {"tag": tag, "text": "", "inside": [parent.get("id") for parent in self.open]}
        self.all.append(element)
        if tag not in self.VOID:
            self.open.append(element)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        self.handle_endtag(tag)

    def handle_endtag(self, tag):
        while self.open and self.open.pop()["tag"] != tag:
            pass

    def handle_data(self, data):
        for element in self.open:
            element["text"] += data

    def having(self, attribute):
        return [element for element in self.all if attribute in element]

    def by_id(self, name):
        return next(element for element in self.having("id") if element["id"] == name)
