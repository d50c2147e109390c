/** A rating as people read it: 1512 ± 60. */
import { t } from "../../words/words";
import type { Rating } from "../../protocol";

/** The spaces do not break, so that the two figures stay together. */
export function ratingWords({ rating, deviation }: Pick<Rating, "rating" | "deviation">): string {
  return `${Math.round(rating)}\u00a0±\u00a0${Math.round(deviation)}`;
}

export function RatingFigure({ rating }: { rating: Pick<Rating, "rating" | "deviation"> & { provisional?: boolean } }) {
  return (
    <span class="rating">
      {ratingWords(rating)}
      {rating.provisional && <span class="mark">{t("person.provisional")}</span>}
    </span>
  );
}
