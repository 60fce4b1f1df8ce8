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
  'settings',
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

/** The menu entry to mark while a page is open: its own, that of its family, or that of the page above it. */
export function menuPathOf(page: Page, pages: readonly Page[]): string | undefined {
  return menuPageOf(page, pages)?.path
}

/** The page with the menu entry through which one comes to a page. */
export function menuPageOf(page: Page, pages: readonly Page[]): Page | undefined {
  const way = [page, ...ancestorsOf(page, pages).toReversed()]
  for (const { menu, path, family } of way) {
    const entry = menu ? path : family?.tabs[0]?.path
    if (entry !== undefined) return pages.find((one) => one.path === entry)
  }
  return undefined
}

/** What the menu calls a page. */
export const menuTitleOf = ({ family, title }: Page): Page['title'] => (family ?? { title }).title

/** All that the menu leads to, in its order: the pages of a family follow each other. */
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
