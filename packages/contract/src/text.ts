/** A text in all languages of the dashboard. */
export interface Text {
  readonly en: string
  readonly zh: string
}
