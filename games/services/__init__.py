"""What may be written, by whom: the only functions that change anything stored.

Page, API and phone call the same ones. They are named by what people do; all but a few push an event.
"""

from games.services.accounts import bring_along, bring_along_by_key, has_written, is_kept, is_taken, keep, rename, speak
from games.services.circles import circles_of, home_of, make_circle, make_person, places_of
from games.services.codes import code_of, make_code
from games.services.devices import add_device, introduce, make_token, note_use, rename_device, revoke_device
from games.services.imports import Brought, bring_in, bring_in_as_guest
from games.services.invitations import (
    by_code,
    by_token,
    invitations_of,
    invite_own_phone,
    invite_to_circle,
    let_follow,
    revoke_invitation,
    token_of,
    ways_into,
)
from games.services.joining import Joined, follow_by_code, is_inside, join
from games.services.leaving import (
    come_back,
    delete_circle,
    delete_person,
    deleted_circles,
    is_leaving,
    undelete_circle,
)
from games.services.log import Pushed, push, push_as_guest
from games.services.membership import (
    change_role,
    choose_circle,
    claim_player,
    found_circle,
    leave_circle,
    members_of,
    remove_member,
    rename_circle,
)
from games.services.programs import capped, give_token
from games.services.registration import NotOpen, let_in
from games.services.tidying import KEPT_FOR, tidy, tidy_circles, tidy_invitations, tidy_people

__all__ = [
    "KEPT_FOR",
    "Brought",
    "Joined",
    "NotOpen",
    "Pushed",
    "add_device",
    "bring_along",
    "bring_along_by_key",
    "bring_in",
    "bring_in_as_guest",
    "by_code",
    "by_token",
    "capped",
    "change_role",
    "choose_circle",
    "circles_of",
    "claim_player",
    "code_of",
    "come_back",
    "delete_circle",
    "delete_person",
    "deleted_circles",
    "follow_by_code",
    "found_circle",
    "give_token",
    "has_written",
    "home_of",
    "introduce",
    "invitations_of",
    "invite_own_phone",
    "invite_to_circle",
    "is_inside",
    "is_kept",
    "is_leaving",
    "is_taken",
    "join",
    "keep",
    "leave_circle",
    "let_follow",
    "let_in",
    "make_circle",
    "make_code",
    "make_person",
    "make_token",
    "members_of",
    "note_use",
    "places_of",
    "push",
    "push_as_guest",
    "remove_member",
    "rename",
    "rename_circle",
    "rename_device",
    "revoke_device",
    "revoke_invitation",
    "speak",
    "tidy",
    "tidy_circles",
    "tidy_invitations",
    "tidy_people",
    "token_of",
    "undelete_circle",
    "ways_into",
]
