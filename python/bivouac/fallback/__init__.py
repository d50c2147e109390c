"""The little of Gymnasium and PettingZoo that the environments need, for where these packages are not installed."""
