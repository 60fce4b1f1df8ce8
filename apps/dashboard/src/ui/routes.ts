import type { Icon } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Locale } from '../i18n/index.ts'

/** Groups of the navigation in their order; app/navigation.ts names them. */
export type MenuGroup = 'top' | 'monitoring' | 'access' | 'integration' | 'management' | 'diagnose' | 'system'

export interface Page {
  /** As in the specification, parameters with a dollar: `/clients/detail/$clientId`. Values arrive decoded. */
  readonly path: string
  /** Of the menu entry, the breadcrumb and the document. */
  readonly title: Readonly<Record<Locale, string>>
  /** Replaces the title in the breadcrumb and the document by what the page shows: `({ clientId }) => clientId`. */
  readonly subject?: (params: Readonly<Record<string, string>>) => string | undefined
  /** Path of the page above, for the breadcrumbs. */
  readonly parent?: string
  /** The page's module, with the page as its default export; loaded when it is first visited. */
  readonly load: () => Promise<{ readonly default: ComponentType }>
  /** Stands alone: without the shell, and reachable without a session. */
  readonly bare?: true
  /** Missing for pages that are not in the menu. */
  readonly menu?: { readonly group: MenuGroup; readonly order: number; readonly icon: Icon }
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
