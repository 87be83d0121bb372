"""A circle with the longest possible names, and one of everything that a page can be about."""

from datetime import timedelta
from uuid import uuid4

from django.utils import timezone

from games import models, services
from games.models import Role
from games.services import actions, sign_in_links
from tests.pages.in_browser.test_layout import LONG, TABLES
from tests.pages.in_browser.writers import Writer
from tests.web.account.conftest import EMAIL, PASSWORD

OTHER, WORD = LONG[0], LONG[2]  # twenty letters without a place to break
WORDS = "The old friends who meet on the first and third Friday night"  # sixty letters
LONGEST = f"{WORD}.{WORD}.{EMAIL}".lower()
HOURS = timedelta(hours=1)
FOLLOWED = {
    "live": ("match", "match"),
    "over": ("match", "won"),
    "gone": ("match", "gone"),
    "night": ("evening", "evening"),
}
TWO, FIVE = TABLES["bisca_tres"], TABLES["pisa"]


class Household:
    """An owner with an account, a scorer and a reader of one circle, and a guest with a circle of their own."""

    def __init__(self):
        self.owner, self.circle = services.make_person(WORD, WORDS)
        services.add_login(person=self.owner, email=LONGEST, password=PASSWORD, confirm_by_mail=False)
        self.scorer, self.reader = self.member(OTHER, Role.SCORER), self.member("", Role.READER)
        writer = Writer(*services.make_person("", ""))
        writer.start(TWO[0])
        self.guest = writer.person
        self.idle, _circle = services.make_person(OTHER, "")
        self.me = {"by": self.owner, "circle": self.circle.pk}
        self.ids = {"circle": self.circle.pk, "me": self.owner.pk, "scorer": self.scorer.pk}
        for create in (self.matches, self.people, self.keys, self.invitations):
            self.ids |= create()

    def path(self, pattern):
        return pattern.format_map(self.ids)

    def member(self, name, role):
        person = models.Person.objects.create_user(name=name)
        models.Membership.objects.create(circle=self.circle, person=person, role=role)
        return person

    def matches(self):
        """Write a match in progress and a finished one of the same evening, a deleted match and a deleted circle."""
        writer = Writer(self.owner, self.circle)
        won, gone, going = (
            writer.start(evening, [dealt] * times)
            for (evening, dealt, *_rest), times in ((TWO, 4), (FIVE, 1), (FIVE, 3))
        )
        deal, _event = writer.dealt[0]
        _open, deleted = (services.create_own_circle(by=self.owner, name=name).circle for name in (WORD, WORDS))
        services.delete_circle(by=self.owner, circle=deleted.pk)
        services.choose_circle(by=self.owner, circle=self.circle.pk)
        evening = models.Match.objects.get(id=won).evening
        actions.put_evening(evening=evening, name=WORDS, place=WORD, matches=[won, going], **self.me)
        services.change_stakes(**self.me, stakes={"by": "points", "cents": 25, "currency": WORD[:8]})
        season = uuid4()
        actions.put_season(season=season, changes={"name": WORDS, "from": "2020-01-01"}, **self.me)
        game = uuid4()
        actions.put_custom_game(custom_game=game, changes={"name": WORDS[:60]}, **self.me)
        return {
            "game": game,
            "won": won,
            "match": going,
            "deal": deal,
            "gone": gone,
            "evening": evening,
            "season": season,
        }

    def people(self):
        """Merge two players, whom the scorer claims, and hide a third."""
        player, same, hidden = models.Player.objects.filter(circle=self.circle).order_by("name", "id")[:3]
        actions.put_player(player=str(same.id), same_as=str(player.id), **self.me)
        actions.put_player(player=str(hidden.id), hidden=True, **self.me)
        services.claim_player(by=self.scorer, circle=self.circle.pk, player=str(player.id))
        return {"player": player.id}

    def keys(self):
        """Add two phones, two programs and a passkey."""
        phone, _other = (services.add_device(by=self.owner, key=name, device=uuid4()) for name in "ab")
        services.rename_device(by=self.owner, device=phone.pk, name=WORDS)
        services.note_use(phone)
        for role, name in ((Role.READER, WORDS), (Role.OWNER, WORD)):
            services.create_program_key(by=self.owner, circle=self.circle.pk, role=role, name=name)
        program = models.Device.objects.filter(name=WORD).get()
        passkey_data = [{"name": name, "credential": {}} for name in (WORD, WORDS)]
        passkeys = [self.owner.authenticator_set.create(type="webauthn", data=data) for data in passkey_data]
        return {
            "phone": phone.pk,
            "program": program.pk,
            "passkey": passkeys[0].pk,
            "signed": sign_in_links.sign(self.idle),
        }

    def invitations(self):
        """Create valid and expired invitations and links to follow. Return their ids, and as `to_…` their links."""
        soon, over = timezone.now() + HOURS, timezone.now() - HOURS
        created = {role: self.invite(role, soon, 9) for role in Role}
        created |= {
            name: self.invite(Role.READER, until) for name, until in (("used", soon), ("late", over), ("back", soon))
        }
        services.join(invitation=created["used"], person=None)
        services.revoke_invitation(by=self.owner, invitation=created["back"].pk)
        created["account"] = services.invite_own_phone(by=self.owner)
        for name, (purpose, thing) in FOLLOWED.items():
            created[name] = services.invite_to_follow(**self.me, purpose=purpose, thing=self.ids[thing], until=None)
        for invitation in (created["owner"], created["live"]):
            services.make_code(invitation)
        actions.delete_match(match=self.ids["gone"], **self.me)
        links = {f"to_{name}": f"/i/{services.token_of(invitation)}/" for name, invitation in created.items()}
        return {f"invite_{name}": invitation.pk for name, invitation in created.items()} | links

    def invite(self, role, until, most=1):
        return services.invite_to_circle(**self.me, role=role, until=until, most=most)
