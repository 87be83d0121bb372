"""A match of every game without a network, in English and in its home language, with a reload at every step.

Afterwards the server has every event.
"""

import pytest

from tests.pages.in_browser.games import EVENINGS
from tests.pages.in_browser.phone import TappedPhone
from tests.pages.in_browser.play import play_to_the_end
from tests.phone.agree import agree, ids


class Reloaded(TappedPhone):
    """A phone that reloads its page after every answer and every save."""

    def answer(self, question, value):
        super().answer(question, value)
        self.reload()

    def save(self):
        super().save()
        self.reload()

    def reload(self):
        self.page.reload()
        self.settle()


SPOKEN = {
    "pisa": "de",
    "pisa_ksr": "de",
    "pisti": "tr",
    "pilotta": "el",
    "bisca_capixaba": "pt-br",
}  # their home languages; all others in Portuguese


@pytest.mark.each("evening", among="a whole match", part=7)
@pytest.mark.parametrize("size", [(390, 844), (412, 915)], ids=["iphone", "pixel"])
@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: evening.game)
def test_a_match_is_played_to_its_end_without_a_network(real, new_phone, evening, size):
    width, height = size
    language = "en" if width == 390 else SPOKEN.get(evening.game, "pt")
    phone = new_phone(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True, locale=language)
    phone.speak(language)
    phone.take_over()
    real.kill()
    phone.context.set_offline(True)
    thumb = Reloaded(phone.page, phone.url, script=True, language=language)
    play_to_the_end(thumb, evening)
    event_ids = ids(phone)
    phone.context.set_offline(False)
    real.start()
    sheet = agree(real, thumb.path, phone, event_ids=event_ids)
    assert sheet["finished"]
