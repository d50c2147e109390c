/** Prepared replies, notes and vacations. */
import type { correspondence as french } from "./fr-correspondence";

export const correspondence: Record<keyof typeof french, string> = {
  "replies.title": "Prepared replies",
  "replies.none": "Prepare your reply to a move you expect: it is played at once, without waiting for you. Nobody else sees it.",
  "replies.not-now": "It is your turn. Once you have moved, you can prepare your replies.",
  "replies.if": "If: {move}",
  "replies.then": "Then: {move}",
  "replies.remove": "Remove",
  "replies.remove-of": "Remove the reply to: {move}",
  "replies.prepare": "Prepare a reply",
  "prepare.expect": "Play the move that you expect from your opponent.",
  "prepare.answer": "Now play your reply.",
  "prepare.over": "The game would be over.",
  "prepare.save": "Save the reply",
  "prepare.cancel": "Back to the game",
  "vacation.everywhere": "Go on vacation",
  "vacation.everywhere-text": "Your time stops in all your correspondence games. Where you have fewer days left, you take those.",
  "vacation.taken": "On vacation in {n} {n|game|games}.",
  "note.title": "My notes",
  "note.placeholder": "A plan, an idea…",
  "note.only-you": "Nobody else sees them.",
  "note.storing": "Saving…",
  "note.stored": "Saved. Nobody else sees them.",
};
