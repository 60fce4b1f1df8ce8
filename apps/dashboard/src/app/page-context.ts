import { useMatches } from '@tanstack/react-router'
import type { Page } from '../ui/index.ts'

export interface OpenPage {
  readonly page: Page
  readonly params: Readonly<Record<string, string>>
}

/** The current page; undefined on the not-found page. */
export function useOpenPage(): OpenPage | undefined {
  const match = useMatches().at(-1)
  const page = match?.staticData.page
  return page && match ? { page, params: match.params } : undefined
}
