print("opp-benchmark")
