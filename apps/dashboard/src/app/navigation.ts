import type { FeatureRoutes, Need, Page } from '../ui/index.ts'
import { type MenuEntry, type MenuGroup, menu } from './menu.ts'

/** An entry of the menu with the pages that exist. */
export interface Entry extends MenuEntry {
  /** Path of the first page. */
  readonly path: string
  readonly tabs: readonly Page[]
}

export interface Section extends MenuGroup {
  readonly entries: readonly Entry[]
}

/** The navigation with the pages of these features, without empty entries and groups. */
export function menuOf(features: readonly FeatureRoutes[], groups = menu): readonly Section[] {
  const pages = new Map(pagesOf(features).map((page) => [page.path, page]))
  return groups
    .map((group) => ({
      ...group,
      entries: group.entries.flatMap((entry): Entry[] => {
        const tabs = entry.pages.flatMap((path) => pages.get(path) ?? [])
        return tabs[0] ? [{ ...entry, path: tabs[0].path, tabs }] : []
      }),
    }))
    .filter(({ entries }) => entries.length > 0)
}

/** The location of a page in the menu: that of its tab, or that of its parent. */
export interface Place {
  readonly section: Section
  readonly entry: Entry
  /** The page is a tab of the entry, not below one. */
  readonly isTab: boolean
}

export function placeOf(page: Page, sections: readonly Section[], pages: readonly Page[]): Place | undefined {
  for (const { path } of [page, ...ancestorsOf(page, pages).toReversed()]) {
    for (const section of sections) {
      const entry = section.entries.find((one) => one.pages.includes(path))
      if (entry) return { section, entry, isTab: path === page.path }
    }
  }
  return undefined
}

/** The ancestors of a page, the topmost first. */
export function ancestorsOf(page: Page, pages: readonly Page[]): readonly Page[] {
  const parent = pages.find(({ path }) => path === page.parent)
  return parent ? [...ancestorsOf(parent, pages), parent] : []
}

/** The requirement of a page: its own, or that of its parent. */
export function needOf(page: Page, pages: readonly Page[]): Need | undefined {
  return [page, ...ancestorsOf(page, pages).toReversed()].find(({ needs }) => needs)?.needs
}

/** Only the pages that the broker supports. */
export function withoutMissing(
  features: readonly FeatureRoutes[],
  isHere: (need: Need) => boolean,
): readonly FeatureRoutes[] {
  const all = pagesOf(features)
  return features.map((feature) => ({
    ...feature,
    pages: feature.pages.filter((page) => {
      const need = needOf(page, all)
      return !need || isHere(need)
    }),
  }))
}

export function pagesOf(features: readonly FeatureRoutes[]): readonly Page[] {
  return features.flatMap(({ pages }) => pages)
}
