import type { FeatureRoutes, MenuGroup, Page } from '../ui/index.ts'

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
  'diagnose',
  'system',
]

/** The navigation: groups in their order, and only those that have pages. */
export function menuOf(features: readonly FeatureRoutes[]): readonly MenuSection[] {
  const pages = pagesOf(features).filter((page): page is MenuPage => page.menu !== undefined)
  return groupOrder
    .map((group) => ({
      group,
      pages: pages.filter(({ menu }) => menu.group === group).sort((a, b) => a.menu.order - b.menu.order),
    }))
    .filter(({ pages }) => pages.length > 0)
}

/** The pages above a page, the topmost first. */
export function ancestorsOf(page: Page, pages: readonly Page[]): readonly Page[] {
  const parent = pages.find(({ path }) => path === page.parent)
  return parent ? [...ancestorsOf(parent, pages), parent] : []
}

/** The menu entry to mark while a page is open: its own, or that of the page above it. */
export function menuPathOf(page: Page, pages: readonly Page[]): string | undefined {
  return [...ancestorsOf(page, pages), page].reverse().find(({ menu }) => menu)?.path
}

export function pagesOf(features: readonly FeatureRoutes[]): readonly Page[] {
  return features.flatMap(({ pages }) => pages)
}
