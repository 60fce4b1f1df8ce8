import Markdown from 'markdown-to-jsx'
import type { ReactNode } from 'react'
import styles from './readme.module.css'

/**
 * The README of a package. The package is not ours: HTML is shown as text, images as links, and links open in a new
 * window without access to this one.
 */
export const Readme = ({ text }: { readonly text: string }) => (
  <div className={styles.readme}>
    <Markdown options={options}>{text}</Markdown>
  </div>
)

interface LinkProps {
  readonly href?: string
  readonly children?: ReactNode
}

function SafeLink({ href, children }: LinkProps) {
  if (href === undefined || !/^https?:\/\//i.test(href)) return <span>{children}</span>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}

const ImageLink = ({ src, alt }: { readonly src?: string; readonly alt?: string }) => (
  <SafeLink {...(src !== undefined && { href: src })}>{alt || src}</SafeLink>
)

/** Headings start below the levels that the page uses. */
const options = {
  disableParsingRawHTML: true,
  overrides: {
    a: SafeLink,
    img: ImageLink,
    h1: { component: 'h2' as const, props: {} },
    h2: { component: 'h3' as const, props: {} },
    h3: { component: 'h4' as const, props: {} },
    h4: { component: 'h5' as const, props: {} },
  },
}
