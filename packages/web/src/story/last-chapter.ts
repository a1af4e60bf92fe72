// Which chapter of a story was open last in this browser.

const nameOf = (projectId: string) => `fullcast.chapter.${projectId}`;

export function lastChapter(projectId: string): string | null {
  return localStorage.getItem(nameOf(projectId));
}

export function rememberChapter(projectId: string, sectionId: string): void {
  localStorage.setItem(nameOf(projectId), sectionId);
}
