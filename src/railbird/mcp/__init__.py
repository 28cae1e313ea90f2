"""Railbird's tools for language models, over the Model Context Protocol: equity, strength, solutions, stored hands.

``server`` speaks the protocol and needs the extra ``llm``; ``worker`` is the process that computes, ``computing`` and
``looking_up`` what it does, ``results`` what it returns.
"""
