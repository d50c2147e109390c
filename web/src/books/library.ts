/** The books of the server, fetched when they are opened. */
import type { GameId, Language } from "../model";
import { bound } from "../words/fill";
import { readBook, type Book } from "./book";
import type { Diagrams, Lesson, Puzzles, OptionNotes } from "./shapes";

interface Volume<Value> {
  default: Value;
}

export async function openBook(game: GameId, language: Language): Promise<Book> {
  const file = (await import(`../../books/${game}/rules.${language}.md`)) as Volume<string>;
  return readBook(bound(language, file.default), `${game}/rules.${language}.md`);
}

export async function openDiagrams(game: GameId): Promise<Diagrams> {
  return ((await import(`../../books/${game}/diagrams.json`)) as Volume<Diagrams>).default;
}

export async function openLesson(game: GameId): Promise<Lesson> {
  return ((await import(`../../books/${game}/lesson.json`)) as Volume<Lesson>).default;
}

export async function openPuzzles(game: GameId): Promise<Puzzles> {
  return ((await import(`../../books/${game}/puzzles.json`)) as Volume<Puzzles>).default;
}

export async function openOptionNotes(game: GameId): Promise<OptionNotes> {
  return ((await import(`../../books/${game}/options.json`)) as Volume<OptionNotes>).default;
}
