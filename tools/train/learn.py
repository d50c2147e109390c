#!/usr/bin/env python3
"""Trains the net of a game from files of `bivouac features`; writes nets/GAME.net and prints what it learned. Needs PyTorch.

    tools/train/learn.py paris LESSONS... --net nets/paris.net [--epochs 12] [--trust 1] [--guess] [--told TEXT]

The target of a position is between the end of its game and what the searches that followed thought; --trust is the share of the
latter.
"""
import argparse
import math
import time

import numpy
import torch

import lessons
import netfile

WINNING = {"paris": 400, "chevaliers": 300}  # the advantage that wins three games in four, as the evaluation by hand has it


def odds(score):
    """The logarithm of the odds that a search's score in thousandths means (in_thousandths in alphabeta.c)."""
    part = numpy.clip(score / 500.0 - 1, -0.98, 0.98)
    return math.log(3) * part / (1 - numpy.abs(part))


def load(paths, game):
    """Padded features, guesses, results, the search's chances of winning, and who is kept for validation."""
    parts = []
    width = None
    for path in paths:
        data = lessons.Lessons([path])
        width = data.width
        result = data.result / 2.0
        log_odds = odds(data.later)
        thought = 1 / (1 + numpy.exp(-log_odds))
        thought[data.later >= 1000] = 1
        thought[data.later <= 0] = 0
        guess = numpy.clip(data.guess, -4000, 4000) * (math.log(3) / WINNING[game])
        parts.append((data.padded(), guess, result, thought, data.number % 16 == 0))
    most = max(part[0].shape[1] for part in parts)
    tables = [numpy.pad(part[0], ((0, 0), (0, most - part[0].shape[1])), constant_values=width) for part in parts]
    return width, [numpy.concatenate(tables)] + [numpy.concatenate([part[i] for part in parts]) for i in range(1, 5)]


class Net(torch.nn.Module):
    def __init__(self, width, guess):
        super().__init__()
        self.first = torch.nn.EmbeddingBag(width + 1, netfile.HIDDEN, mode="sum", padding_idx=width)
        self.first_bias = torch.nn.Parameter(torch.full((netfile.HIDDEN,), 0.25))
        self.second = torch.nn.Linear(netfile.HIDDEN, netfile.SECOND)
        self.last = torch.nn.Linear(netfile.SECOND, 1)
        self.guess = torch.nn.Parameter(torch.tensor(0.3), requires_grad=guess)
        self.with_guess = guess
        torch.nn.init.uniform_(self.first.weight, -0.06, 0.06)
        with torch.no_grad():
            self.first.weight[width] = 0
            self.second.bias.fill_(0.2)

    def forward(self, features, guess):
        hidden = torch.clamp(self.first(features) + self.first_bias, 0, netfile.ONE / netfile.UNIT)
        second = torch.clamp(self.second(hidden), 0, netfile.ONE / netfile.UNIT)
        value = self.last(second).squeeze(1)
        return value + self.guess * guess if self.with_guess else value

    def clip(self):
        """Into what integers can hold."""
        with torch.no_grad():
            self.first.weight.clamp_(-127 / netfile.UNIT, 127 / netfile.UNIT)
            self.second.weight.clamp_(-127 / netfile.SECOND_UNIT, 127 / netfile.SECOND_UNIT)
            self.guess.clamp_(0, 4)

    def exported(self, seen):
        """Features that never held weigh nothing."""
        first = self.first.weight.detach()[:-1] * seen[:, None]
        layers = [first, self.first_bias, self.second.weight, self.second.bias, self.last.weight[0], self.last.bias[0]]
        layers = [layer.detach().cpu().numpy() for layer in layers]
        return netfile.quantise(*layers, float(self.guess.detach()) if self.with_guess else 0)

    def take(self, net):
        """The rounded weights back."""
        with torch.no_grad():
            device = self.first.weight.device
            self.first.weight[:-1] = torch.tensor(net["first"].astype(numpy.float32) / netfile.UNIT, device=device)
            self.first_bias.copy_(torch.tensor(net["first_bias"].astype(numpy.float32) / netfile.UNIT))
            self.second.weight.copy_(torch.tensor(net["second"].astype(numpy.float32) / netfile.SECOND_UNIT))
            self.second.bias.copy_(torch.tensor(net["second_bias"].astype(numpy.float32) / netfile.UNIT / netfile.SECOND_UNIT))
            self.last.weight[0] = torch.tensor(net["last"].astype(numpy.float32) / netfile.LAST_UNIT, device=device)


def loss_of(net, features, guess, target, batch=65536):
    total = 0.0
    with torch.no_grad():
        for at in range(0, len(target), batch):
            logits = net(features[at:at + batch].int(), guess[at:at + batch])
            total += float(torch.nn.functional.binary_cross_entropy_with_logits(logits, target[at:at + batch], reduction="sum"))
    return total / max(len(target), 1)


def train(options):
    torch.manual_seed(options.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    begun = time.time()
    width, (features, guess, result, thought, held) = load(options.lessons, options.game)
    target = options.trust * thought + (1 - options.trust) * result
    seen = numpy.zeros(width + 1, dtype=bool)
    seen[numpy.unique(features)] = True
    put = lambda array, kind=torch.float32: torch.tensor(array, dtype=kind, device=device)
    features, guess, target, result = put(features, torch.int16), put(guess), put(target), put(result)
    held = put(held, torch.bool)
    seen = put(seen[:-1])
    learn, check = (~held).nonzero().squeeze(1), held.nonzero().squeeze(1)
    checked = (features[check], guess[check], target[check])
    print(f"{len(target)} positions, {len(check)} of them for validation, {int(seen.sum())} of {width} features seen; {device}; "
          f"results {float(result.mean()):.3f}", flush=True)
    net = Net(width, options.guess).to(device)
    options.batch = min(options.batch, len(learn))
    optimizer = torch.optim.Adam(net.parameters(), lr=options.rate)
    steps = options.epochs * (len(learn) // options.batch)
    plan = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=options.rate, total_steps=steps + 1, pct_start=0.1, final_div_factor=300)
    for epoch in range(options.epochs):
        order = learn[torch.randperm(len(learn), device=device)]
        total = torch.zeros((), device=device)
        batches = len(learn) // options.batch
        for step in range(batches):
            rows = order[step * options.batch:(step + 1) * options.batch]
            logits = net(features[rows].int(), guess[rows])
            loss = torch.nn.functional.binary_cross_entropy_with_logits(logits, target[rows])
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            plan.step()
            net.clip()
            total += loss.detach()
        if epoch % 5 == 4 or epoch + 1 == options.epochs:
            print(f"epoch {epoch + 1}: loss {float(total) / max(batches, 1):.5f}, validation {loss_of(net, *checked):.5f}, "
                  f"{time.time() - begun:.0f} s", flush=True)
    rounded = net.exported(seen)
    net.take(rounded)
    least = float(-(checked[2] * checked[2].clamp(1e-6).log() + (1 - checked[2]) * (1 - checked[2]).clamp(1e-6).log()).mean())
    print(f"validation {loss_of(net, *checked):.5f} in integers; the targets' own entropy {least:.5f}; guess weighs {float(net.guess.detach()) if options.guess else 0:.3f}")
    netfile.write(options.net, rounded, options.told)
    print(f"{options.net}: {time.time() - begun:.0f} s")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(WINNING))
    parser.add_argument("lessons", nargs="+")
    parser.add_argument("--net", required=True)
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--rate", type=float, default=0.003)
    parser.add_argument("--trust", type=float, default=1.0, help="in the searches against the result")
    parser.add_argument("--guess", action="store_true", help="corrects the evaluation by hand instead of replacing it")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--told", default="", help="from which commit, data and command it came")
    train(parser.parse_args())


if __name__ == "__main__":
    main()
