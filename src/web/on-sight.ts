/**
 * Asks for the parts of the page when they are scrolled to. A look-up that asks for all of them at once uses up the five
 * calls that a small plan has in a minute.
 */

/** Calls of one look-up, that of the price among them, before the reader scrolls. */
const BEFORE_SCROLLING = 2;

/** The parts of one look-up that are still to be asked for. */
export interface Parts {
  /** Asks for nothing more. */
  end(): void;
}

/**
 * Calls the function of each place, in their order, once the place is in the window. Until the reader scrolls, this ends
 * with the calls that are left beside those `spent`.
 */
export function onSight(places: ReadonlyMap<Element, () => void>, spent: number): Parts {
  const left = new Map(places);
  const inView = new Set<Element>();
  let hasScrolled = false;
  let calls = spent;
  const mayCall = () => hasScrolled || calls < BEFORE_SCROLLING;

  function load(): void {
    for (const [place, ask] of left) {
      if (!inView.has(place) || !mayCall()) continue;
      calls++;
      left.delete(place);
      observer.unobserve(place);
      ask();
    }
  }

  function scrolled(): void {
    removeEventListener("scroll", scrolled);
    hasScrolled = true;
    load();
  }

  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) inView[isIntersecting ? "add" : "delete"](target);
    // Nothing can be scrolled to on a page that is in the window as a whole.
    if (document.documentElement.scrollHeight <= innerHeight) hasScrolled = true;
    load();
  });
  for (const place of left.keys()) observer.observe(place);
  addEventListener("scroll", scrolled);
  return {
    end() {
      observer.disconnect();
      removeEventListener("scroll", scrolled);
    },
  };
}
