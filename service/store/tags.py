"""The hash tag of each partition.

A tag decides the cluster slot of every key that carries it. Tag number `p` lies in the slots
64p to 64p + 63, so that any even share of a cluster's 16384 slots holds an even share of the
partitions. Matches are stored under these tags: no line may ever change.
"""

from typing import Final

# the first two characters, in the order of 0-9 a-z, whose CRC16 falls into the 64 slots
_TABLE: Final = """
cv 14 6y 10 6u 7o 6q 18 6l 7v 6h 7r 07 bu 03 7z
4n 5t 29 5p 25 ov 21 5x at 36 ap 32 4w 5m 4s 5i
1p 0j 1t 0n 1x 0b dw 0f 1a ep 1e et 1i 0s 1m 0w
3c 2y 3g gv 3k 2q 3o 2u 3r 2h 3v 2l 3z 43 fu 2d
cw 15 6x 11 6t 7n 6p 19 6m 7w 6i 7s 06 bt 02 8z
4o 5u 28 5q 24 ow 20 5y au 37 4z 33 4v 5l 4r 5h
1q 0k 1u 0o 1y 0c dv 0g 73 0z 1d eu 1h 0r 1l 0v
3b 2x 3f gw 3j 2p 3n 2t 3s 2i 3w 2m fp 2a ft 2e
16 ct 12 9z 7m 6w 7i 6s 7t 6n 7p 09 bw 05 7x 01
5v 4l 5r 4h ot 27 5z 23 34 av 30 4y 5o 4u 38 4q
0h 1r 0l 1v 63 1z 0d du 0y 1c ev 1g 0q 1k 0u 1o
gp 3a gt 3e 2s 3i 2w 3m 2j 3p 2n 3t 2b 3x 2f fw
17 cu 13 6z 7l 6v 7h 6r 7u 6o 7q 08 bv 04 7y 00
5w 4m 5s 4i ou 26 oq 22 35 aw 31 4x 5n 4t 39 4p
0i 1s 0m 1w 0a dp 0e dt 0x 1b ew 1f 0p 1j 0t 1n
2z 53 gu 3d 2r 3h 2v 3l 2k 3q 2o 3u 2c 3y 2g fv
"""

TAGS: Final = tuple(_TABLE.split())
