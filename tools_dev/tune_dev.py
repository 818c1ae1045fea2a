import sys,time,json
from pathlib import Path
from hardtack.study.tuning import *
def main():
    minutes=float(sys.argv[1]); out=Path(sys.argv[2]); seed=sys.argv[3]
    ss=[begin_search(s,side,seed) for s in sys.argv[4:] for side in ("union","confederate")]
    t=time.time()
    tune(ss,99,minutes,out,16,lambda s: print(round(time.time()-t),s.scenario,s.side,s.generation,s.history[-1],flush=True))
    import os; os._exit(0)
if __name__=="__main__": main()
