import { Link as RouterLink, useNavigate, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { join } from '../layout/layout.tsx'
import { usePageIsAvailable } from './available-pages.ts'
import styles from './link.module.css'

/** `/clients/detail/$clientId` needs `{ clientId }`. */
type ParamNames<Path extends string> = Path extends `${string}$${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}$${infer Name}`
    ? Name
    : never

type Search = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

export type Target<Path extends string = string> = {
  /** Path of a page, parameters with a dollar. */
  readonly to: Path
  readonly search?: Search
} & (ParamNames<Path> extends never
  ? { readonly params?: Readonly<Record<string, string>> }
  : { readonly params: Readonly<Record<ParamNames<Path>, string>> })

export type LinkProps<Path extends string> = Target<Path> & {
  readonly children: ReactNode
  /** In the text colour, underlined on hover only. For tables of links. */
  readonly quiet?: boolean
}

/** A link to a page of the dashboard; parameters are encoded. Plain text when the broker does not support the page. */
export function Link<const Path extends string>({ children, quiet = false, ...target }: LinkProps<Path>) {
  const isHere = usePageIsAvailable()
  if (!isHere(target.to)) return <>{children}</>
  return (
    <RouterLink {...toRouter(target)} className={join(styles.link, quiet && styles.quiet)}>
      {children}
    </RouterLink>
  )
}

/** Navigates to a page: `go({ to: '/clients', search: { … } })`. */
export function useGo(): <const Path extends string>(target: Target<Path>, options?: { replace?: boolean }) => void {
  const navigate = useNavigate()
  return (target, options) => void navigate({ ...toRouter(target), ...options })
}

/** A path parameter of the current page, decoded. Throws when the path does not have it. */
export function usePathParam(name: string): string {
  const params: Readonly<Record<string, unknown>> = useParams({ strict: false })
  const value = params[name]
  if (typeof value !== 'string') throw new Error(`this page has no path parameter ${name}`)
  return value
}

interface Routed {
  readonly to: string
  readonly params?: object | undefined
  readonly search?: Search | undefined
}

/** The router's types describe one static route tree; this one is built from the features at run time. */
function toRouter({ to, params, search }: Routed): { to: string } {
  return { to, ...(params && { params }), ...(search && { search }) }
}

/** Navigates to an address from outside, such as `/login?to=…`. Other origins lead to the start page. */
export function useGoToAddress(): (address: string | undefined) => void {
  const navigate = useNavigate()
  return (address) => void navigate({ href: isOwnAddress(address) ? address : '/', replace: true })
}

/** `//host` and `/\host` lead to another server. */
export function isOwnAddress(address: unknown): address is string {
  return typeof address === 'string' && /^\/(?![/\\])/.test(address)
}
