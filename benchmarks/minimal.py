"""Minimal views behind the same key, with which the server is compared."""

from typing import Any, ClassVar

from django.db import connection, transaction
from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorekeeper.urls import urlpatterns as project


class Insert(APIView):
    """Stores one row."""

    def post(self, request: Request) -> Response:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("INSERT INTO minimal (text) VALUES (%s)", [str(request.data)])
        return Response({"stored": 1})


class Twenty(APIView):
    """Reads and sends twenty rows."""

    def get(self, request: Request) -> Response:
        with connection.cursor() as cursor:
            cursor.execute("SELECT id, text FROM minimal ORDER BY id LIMIT 20")
            return Response([{"id": id, "text": text} for id, text in cursor.fetchall()])


class Hello(APIView):
    authentication_classes: ClassVar[list[Any]] = []
    permission_classes: ClassVar[list[Any]] = []

    def get(self, request: Request) -> Response:
        return Response({"hello": "world"})


urlpatterns = [
    path("minimal/insert/", Insert.as_view()),
    path("minimal/twenty/", Twenty.as_view()),
    path("minimal/hello/", Hello.as_view()),
    *project,
]
