import type { Icon } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Locale } from '../i18n/index.ts'

/** Groups of the navigation in their order; app/navigation.ts names them. */
export type MenuGroup =
  | 'top'
  | 'monitoring'
  | 'access'
  | 'integration'
  | 'management'
  | 'settings'
  | 'diagnose'
  | 'system'
  | 'help'

type Title = Readonly<Record<Locale, string>>

/** What of the broker's API a page cannot do without. Where it is not answered, the page is not offered, and its address says why. */
export interface Need {
  /** Below `/api/v5`, without parameters, as cheap to answer as can be: `/audit?limit=1`. */
  readonly get: `/${string}`
  /** Asked instead of `get`, where `get` answers with an error while the feature is disabled: it exists when the answer has this field. */
  readonly shownBy?: { readonly get: `/${string}`; readonly field: string }
  /** Which broker has it, where not all have: an edition of EMQX, or only the broker that MQDeck brings along. */
  readonly partOf?: 'enterprise' | 'open-source' | 'mqdeck'
}

export interface Page {
  /** As in the specification, parameters with a dollar: `/clients/detail/$clientId`. Values arrive decoded. */
  readonly path: string
  /** Of the menu entry, the breadcrumb and the document. */
  readonly title: Title
  /** Additional search terms of the command palette. */
  readonly keywords?: readonly string[]
  /** Replaces the title in the breadcrumb and the document by what the page shows: `({ clientId }) => clientId`. */
  readonly subject?: (params: Readonly<Record<string, string>>) => string | undefined
  /** Path of the page above, for the breadcrumbs. */
  readonly parent?: string
  /** The page's module, with the page as its default export; loaded when it is first visited. */
  readonly load: () => Promise<{ readonly default: ComponentType }>
  /** Stands alone: without the shell, and reachable without a session. */
  readonly bare?: true
  /** Missing for pages that are not in the menu. */
  readonly menu?: MenuEntry
  /** The pages with which it shares a menu entry; see `familyPages`. */
  readonly family?: PageFamily
  /** Holds for the pages below, too. */
  readonly needs?: Need
  /** There is nothing to see on it, only to be done: who may change nothing is told so. */
  readonly administratorsOnly?: true
}

interface MenuEntry {
  readonly group: MenuGroup
  readonly order: number
  readonly icon: Icon
}

/** Pages behind one menu entry, each a tab of the others: `<FamilyHeader family={...} />` stands above them. */
export interface PageFamily<Path extends string = string> {
  /** Of the menu entry, and the heading of every page in it. */
  readonly title: Title
  /** In their order; the menu leads to the first. */
  readonly tabs: readonly { readonly path: Path; readonly title: Title; readonly needs?: Need }[]
}

export interface FeatureRoutes {
  readonly pages: readonly Page[]
  /** Old or short addresses: `{ '/dashboard': '/dashboard/overview' }`. */
  readonly redirects?: Readonly<Record<string, string>>
}

/** What a feature adds to the application: `export const clientRoutes = defineRoutes({ pages: [...] })`, listed in app/routes.ts. */
export function defineRoutes(routes: FeatureRoutes): FeatureRoutes {
  return routes
}

/** The pages of a family, for `defineRoutes`. The family stands in a file of its own, because its pages import it too. */
export function familyPages<const Path extends string>(
  family: PageFamily<Path>,
  menu: MenuEntry,
  loads: Readonly<Record<Path, Page['load']>>,
): readonly Page[] {
  return family.tabs.map(({ path, title, needs }, index) => ({
    path,
    title,
    family,
    load: loads[path],
    ...(needs && { needs }),
    ...(index === 0 && { menu }),
  }))
}
