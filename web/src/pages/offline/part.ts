/**
 * What begins once a page has come to rest: the server is kept for the times without a network, and games are sent to it.
 * One part, fetched once.
 */
import "../../words/offline";
import { keepOffline } from "../../offline/service";
import { showNotice } from "./notice";
import { sendGames } from "./sync";

export { Upload } from "./upload";
export { sendGames } from "./sync";

export function begin(): void {
  showNotice();
  void keepOffline().catch(() => undefined);
  void sendGames();
  addEventListener("online", () => void sendGames());
}
