# A contestant that plays Nim: player.py right|greedy|illegal|words|silent|slow
import sys
import time

how = sys.argv[1]
n = int(input())
heaps = list(map(int, input().split()))
turn = input() == "first"
if how == "silent":
    sys.exit(0)
if how == "slow":
    time.sleep(60)
while True:
    if turn:
        x = 0
        for h in heaps:
            x ^= h
        if how == "greedy":
            i = max(range(n), key=lambda i: heaps[i])
            k = heaps[i]
        else:
            i = max(range(n), key=lambda i: heaps[i] - (heaps[i] ^ x))
            k = max(1, heaps[i] - (heaps[i] ^ x))
        heaps[i] -= k
        if how == "illegal":
            k += 1000
        print("take some" if how == "words" else f"{i + 1} {k}", flush=True)
    else:
        line = input()
        if line in ("win", "lose", "draw"):
            break
        i, k = map(int, line.split())
        heaps[i - 1] -= k
    turn = not turn
