import sys,math
from random import Random
from hardtack.study.spread import spread
from hardtack.battles import find_battle
from hardtack.generals import find_bot
from hardtack.generals.planning import judge
from hardtack.referee.umpire import begin, to_act, play_trusted, deciding
from hardtack.referee.dice import SeededDice
from hardtack.referee.views import view
from hardtack.referee.events import DRAW
from hardtack.study.regression import logit
def game(item):
    sc,n=item
    b=find_battle(sc); d=SeededDice(f"c{n}"); r=Random(n)
    st=begin(b.set_up(b.scenario(sc)),d).state
    bots={s:find_bot("recruit") for s in b.sides}
    rows=[]; last=None
    while (s:=to_act(st)) is not None:
        if b.knowledge.plans_at(st) and (st.turn,s)!=last:
            last=(st.turn,s); rows.append((judge(st,"union"),st.turn/st.scenario.turns))
        st=play_trusted(st,bots[s].choose(view(st,s),r),d).state
    w=st.outcome.winner
    return [(j,t,0.5 if w==DRAW else float(w=="union")) for j,t in rows]
def main():
    n=int(sys.argv[1]); jobs=int(sys.argv[2])
    for sc in sys.argv[3:]:
        rows=[x for _,g in spread(game,[(sc,i) for i in range(n)],jobs) for x in g]
        js=[j for j,_,_ in rows]
        sd=(sum(j*j for j in js)/len(js)-(sum(js)/len(js))**2)**.5 or 1
        w,b=logit([[j/sd] for j in js],[y for *_,y in rows],1.0)
        print(sc,"positions",len(rows),"mean",round(sum(js)/len(js),1),"sd",round(sd,1),"coef/sd",round(w[0],3),"scale",round(sd/w[0],1) if w[0] else None,"bias",round(b,2),"union wins",round(sum(y for *_,y in rows)/len(rows),2),flush=True)
if __name__=="__main__": main()
