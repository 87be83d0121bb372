"""Django's checks of new passwords, with our messages."""

from django.contrib.auth import password_validation
from django.utils.translation import gettext


class UserAttributeSimilarityValidator(password_validation.UserAttributeSimilarityValidator):
    def get_error_message(self) -> str:
        return gettext("This password is too similar to your e-mail. Choose another one.")


class MinimumLengthValidator(password_validation.MinimumLengthValidator):
    def get_error_message(self) -> str:
        words = gettext("This password is too short. Use at least %(count)s characters.")
        return words % {"count": self.min_length}


class CommonPasswordValidator(password_validation.CommonPasswordValidator):
    def get_error_message(self) -> str:
        return gettext("This password is too common. Choose another one.")
