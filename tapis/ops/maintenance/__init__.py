"""Proving that nothing is lost: what is wrong with a shop, its backup in one file, and the way back from one.

doctor     looks at everything that must hold, explains each finding, mends what can be mended without loss
backup     one file with the database and the pictures, taken while people order
restore    a shop from such a file, proven before it counts as one
"""
