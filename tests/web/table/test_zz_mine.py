import pytest
from tests.web.table.conftest import *
from tests.web.table.games import Evening
@pytest.mark.parametrize("how",["tap","point"])
@pytest.mark.parametrize("gap",[150,190,220,250,290])
def test_x(table,how,gap):
    p=table(Evening("pilotta",4,[]),size="iphone")
    p.play({"bidder":0,"bid":100})
    lost=[]
    for i in range(8):
        p.clear("trick_points-0"); p.page.wait_for_timeout(400); p.settle()
        p.key("6").scroll_into_view_if_needed()
        pts={d:p.centre(p.key(d)) for d in "96"}
        for d in "96":
            if how=="tap": p.key(d).tap()
            else: p.page.touchscreen.tap(pts[d]["x"],pts[d]["y"])
            if d=="9": p.page.wait_for_timeout(gap)
        p.page.wait_for_timeout(500)
        v=p.find("trick_points-0").input_value()
        if v!="96": lost.append(v)
    print("LOST",how,gap,lost)
    p.heard.clear()
