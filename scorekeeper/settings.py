"""Settings. What differs between machines is an environment variable; the README lists them."""

from pathlib import Path

from scorekeeper import database, env

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = BASE_DIR / "data"

DEBUG = env.flag("DEBUG")
DATABASES = {"default": database.settings(env.text("DATABASE_URL", f"sqlite:///{DATA_DIR}/scorekeeper.sqlite3"))}
SECRET_KEY = env.text("SECRET_KEY", "") or database.secret(database.folder(DATABASES["default"]) or DATA_DIR)
ALLOWED_HOSTS = env.names("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")

INSTALLED_APPS = [
    "django.contrib.staticfiles",
    "django_htmx",
    "rest_framework",
    "games",
]

MIDDLEWARE = [
    "scorekeeper.headers.middleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "scorekeeper.urls"
WSGI_APPLICATION = "scorekeeper.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Jinja2 first, for every page of ours; Django's own engine for what apps bring along.
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {"environment": "scorekeeper.jinja.environment"},
    },
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
    },
]

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = BASE_DIR / "build" / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
# Every text made longer and stranger, by `go.py words`: what stays plain English on a page was forgotten.
PSEUDO = BASE_DIR / "build" / "locale"
if PSEUDO.is_dir():
    LOCALE_PATHS.append(PSEUDO)
    LANGUAGES.append(("en-xa", "Pseudo-English"))

TIME_ZONE = "UTC"
USE_TZ = True

CSRF_COOKIE_HTTPONLY = True  # the token is in the page; no script needs the cookie

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "UNAUTHENTICATED_USER": None,
}
