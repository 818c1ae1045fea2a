export PYTHONUNBUFFERED=1
S="bull-run sharpsburg kellys-ford brandy-station salem-church"
rm -rf /tmp/g2; cp -r /tmp/g /tmp/g2; echo '{"factors": {}}' > /tmp/g2/src/hardtack/generals/data/tuned.json
cd /tmp/g
t() { echo "== $1 $(date +%T)"; }
t A; PYTHONPATH=/tmp/g/src timeout 120 python3 -m hardtack ladder $S --bots drilled --against recruit --games 60 --out $OUT/drilled_tuned.jsonl
t B; PYTHONPATH=/tmp/g2/src timeout 120 python3 -m hardtack ladder $S --bots drilled --against recruit --games 60 --out $OUT/drilled_plain.jsonl
t C; PYTHONPATH=/tmp/g/src timeout 300 python3 -m hardtack ladder $S --bots veteran --against recruit --games 24 --out $OUT/veteran_tuned.jsonl
t D; PYTHONPATH=/tmp/g/src timeout 110 python3 tools_dev/calib.py 16 16 $S shiloh sedgwick-to-the-rescue great-flank-march chickamauga
t E
