"""A real browser takes our pages as they are."""


def test_the_browser_has_nothing_to_complain_about(page, live_server):
    complaints = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(live_server.url)
    assert page.get_by_role("heading", name="Scorekeeper").is_visible()
    assert complaints == []
