import type { FeatureRoutes, MenuGroup, Need, Page } from '../ui/index.ts'

export interface MenuSection {
  readonly group: MenuGroup
  readonly pages: readonly MenuPage[]
}

export type MenuPage = Page & { readonly menu: NonNullable<Page['menu']> }

const groupOrder: readonly MenuGroup[] = [
  'top',
  'monitoring',
  'access',
  'integration',
  'management',
  'settings',
  'diagnose',
  'system',
  'help',
]

/** The navigation: groups in their order, without empty ones. */
export function menuOf(features: readonly FeatureRoutes[]): readonly MenuSection[] {
  const pages = pagesOf(features).filter((page): page is MenuPage => page.menu !== undefined)
  return groupOrder
    .map((group) => ({
      group,
      pages: pages.filter(({ menu }) => menu.group === group).sort((a, b) => a.menu.order - b.menu.order),
    }))
    .filter(({ pages }) => pages.length > 0)
}

/** The ancestors of a page, the topmost first. */
export function ancestorsOf(page: Page, pages: readonly Page[]): readonly Page[] {
  const parent = pages.find(({ path }) => path === page.parent)
  return parent ? [...ancestorsOf(parent, pages), parent] : []
}

/** The menu entry to mark for a page: its own, that of its family, or that of its parent. */
export function menuPathOf(page: Page, pages: readonly Page[]): string | undefined {
  return menuPageOf(page, pages)?.path
}

/** The page whose menu entry leads to a page. */
export function menuPageOf(page: Page, pages: readonly Page[]): Page | undefined {
  const lineage = [page, ...ancestorsOf(page, pages).toReversed()]
  for (const one of lineage) {
    if (one.menu) return one
    const entry = one.family && pages.find(({ family, menu }) => family === one.family && menu)
    if (entry) return entry
  }
  return undefined
}

/** The requirement of a page: its own, or that of its parent. */
export function needOf(page: Page, pages: readonly Page[]): Need | undefined {
  return [page, ...ancestorsOf(page, pages).toReversed()].find(({ needs }) => needs)?.needs
}

/** Only the pages that the broker supports. The menu entry of a family without its first page opens the next one. */
export function withoutMissing(
  features: readonly FeatureRoutes[],
  isHere: (need: Need) => boolean,
): readonly FeatureRoutes[] {
  const all = pagesOf(features)
  return features.map((feature) => {
    const pages = feature.pages.filter((page) => {
      const need = needOf(page, all)
      return !need || isHere(need)
    })
    const entries = feature.pages.filter((page): page is MenuPage => page.menu !== undefined && !pages.includes(page))
    return {
      ...feature,
      pages: pages.map((page) => {
        const lost = entries.find(({ family }) => family !== undefined && family === page.family)
        const isNext = lost && pages.find(({ family }) => family === lost.family) === page
        return isNext ? { ...page, menu: lost.menu } : page
      }),
    }
  })
}

/** Menu title of a page. */
export const menuTitleOf = ({ family, title }: Page): Page['title'] => (family ?? { title }).title

/** All pages of the menu in order; the pages of a family are adjacent. */
export function reachablePages(features: readonly FeatureRoutes[]): readonly (MenuPage & { readonly entry: Page })[] {
  const pages = pagesOf(features)
  return menuOf(features).flatMap((section) =>
    section.pages.flatMap((entry) => {
      const { family, menu } = entry
      return family
        ? pages.filter((page) => page.family === family).map((page) => ({ ...page, menu, entry }))
        : [{ ...entry, entry }]
    }),
  )
}

export function pagesOf(features: readonly FeatureRoutes[]): readonly Page[] {
  return features.flatMap(({ pages }) => pages)
}
