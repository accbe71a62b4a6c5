"""The sentence patterns of the demo corpus. Each makes one English sentence and its one Chinese translation.

A template takes the random choice and returns a Phrase whose English has no capital letter yet. The imports fill the
list of templates in their order, which is part of what makes the corpus the same each time.
"""

from demo_corpus.templates import doing
from demo_corpus.templates import asking
from demo_corpus.templates import wishing
from demo_corpus.templates import describing
from demo_corpus.templates import placing
from demo_corpus.templates import traveling
from demo_corpus.templates import joining
from demo_corpus.templates.common import TEMPLATES
