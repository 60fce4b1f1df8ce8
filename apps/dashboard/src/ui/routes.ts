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

/** A part of the API that a page requires. Without it the page is not offered, and its address shows the reason. */
export interface Need {
  /** Path below `/api/v5`, without parameters, as cheap to answer as possible: `/audit?limit=1`. */
  readonly get: `/${string}`
  /**
   * Requested instead of `get`, where `get` fails while the feature is disabled. The feature exists if the answer has
   * this field.
   */
  readonly shownBy?: { readonly get: `/${string}`; readonly field: string }
  /** The broker that has the feature, if not all do: an edition of EMQX, or only the MQDeck broker. */
  readonly partOf?: 'enterprise' | 'open-source' | 'mqdeck'
}

export interface Page {
  /** As in the specification, parameters with a dollar: `/clients/detail/$clientId`. Values arrive decoded. */
  readonly path: string
  /** Of the menu entry, the breadcrumb and the document. */
  readonly title: Title
  /** Additional search terms of the command palette. */
  readonly keywords?: readonly string[]
  /** Replaces the title in the breadcrumb and the document title: `({ clientId }) => clientId`. */
  readonly subject?: (params: Readonly<Record<string, string>>) => string | undefined
  /** Path of the parent page, for the breadcrumbs. */
  readonly parent?: string
  /** The page's module, with the page as its default export; loaded when it is first visited. */
  readonly load: () => Promise<{ readonly default: ComponentType }>
  /** Without the shell, and reachable without a session. */
  readonly bare?: true
  /** Undefined for pages that are not in the menu. */
  readonly menu?: MenuEntry
  /** The family of pages that share one menu entry; see `familyPages`. */
  readonly family?: PageFamily
  /** Applies to child pages too. */
  readonly needs?: Need
  /** The page is only for changes; viewers see an explanation instead. */
  readonly administratorsOnly?: true
}

interface MenuEntry {
  readonly group: MenuGroup
  readonly order: number
  readonly icon: Icon
}

/** Pages that share one menu entry and are tabs of each other, with `<FamilyHeader family={...} />` above them. */
export interface PageFamily<Path extends string = string> {
  /** Title of the menu entry and heading of every page in the family. */
  readonly title: Title
  /** In display order; the menu entry opens the first one. */
  readonly tabs: readonly { readonly path: Path; readonly title: Title; readonly needs?: Need }[]
}

export interface FeatureRoutes {
  readonly pages: readonly Page[]
  /** Old or short addresses: `{ '/dashboard': '/dashboard/overview' }`. */
  readonly redirects?: Readonly<Record<string, string>>
}

/** The routes of a feature: `export const clientRoutes = defineRoutes({ pages: [...] })`, listed in app/routes.ts. */
export function defineRoutes(routes: FeatureRoutes): FeatureRoutes {
  return routes
}

/**
 * The pages of a family, for `defineRoutes`. The family is declared in its own file, because its pages import it too.
 */
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
