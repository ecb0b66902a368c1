// What was earned in the lessons, kept in this browser: the tasks of each lesson that are done, and what was said to them.
export interface Earned {
  readonly [task: number]: string;
}

const name = (lesson: string): string => `bouton.lesson.${lesson}`;

export function earnedOf(lesson: string): Earned {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name(lesson)) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Earned) : {};
  } catch {
    return {};
  }
}

export function keepEarned(lesson: string, earned: Earned): void {
  try {
    localStorage.setItem(name(lesson), JSON.stringify(earned));
  } catch {
    return;
  }
}
