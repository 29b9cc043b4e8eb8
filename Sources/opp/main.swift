print("opp")
