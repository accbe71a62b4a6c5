"""What the templates share: their list, and the choice of an action with someone who does it."""

from demo_corpus import grammar as g
from demo_corpus import lexicon as lex

TEMPLATES = []


def template(function):
    """Adds a sentence pattern to the list."""
    TEMPLATES.append(function)
    return function


def someone_acting(choice, test=lambda a: True, without=()):
    """A subject and an action that suits it."""
    act = choice.pick([a for a in lex.ACTIONS if test(a)])
    return g.person(choice, act.ages, without), act


def someone_asked(choice, test=lambda a: True):
    act = choice.pick([a for a in lex.ACTIONS if test(a)])
    return g.asked(choice, act.ages), act


def has_place(action):
    return bool(action.places)
