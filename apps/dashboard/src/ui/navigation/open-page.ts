import { useMatches } from '@tanstack/react-router'
import type { Page } from './routes.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    page?: Page
  }
}

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
