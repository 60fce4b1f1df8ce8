import { type RefObject, useEffect, useState } from 'react'
import { useMessages } from '../i18n/index.ts'
import { join } from '../ui/index.ts'
import { formTexts } from './messages.ts'
import styles from './section-links.module.css'

interface SectionLinksProps {
  readonly titles: readonly string[]
  /** Contains the sections: elements with `data-section`, in the order of the titles. */
  readonly box: RefObject<HTMLElement | null>
}

/** Links to the sections of a long form, left of it on wide screens. */
export function SectionLinks({ titles, box }: SectionLinksProps) {
  const texts = useMessages(formTexts)
  const current = useCurrentSection(titles, box)
  const open = (index: number) => {
    const section = box.current?.querySelectorAll<HTMLElement>('[data-section]')[index]
    section?.scrollIntoView({ block: 'start' })
    section?.focus({ preventScroll: true })
  }
  return (
    <nav className={styles.links} aria-label={texts.sections}>
      {titles.map((title, index) => (
        <button
          key={title}
          type="button"
          className={join(styles.link, index === current && styles.current)}
          aria-current={index === current ? 'true' : undefined}
          onClick={() => open(index)}
        >
          {title}
        </button>
      ))}
    </nav>
  )
}

/** The first section in the upper part of the screen. */
function useCurrentSection(titles: readonly string[], box: RefObject<HTMLElement | null>): number {
  const [current, setCurrent] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sections are those of the titles
  useEffect(() => {
    const sections = [...(box.current?.querySelectorAll('[data-section]') ?? [])]
    const inSight = new Set<Element>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) inSight.add(target)
          else inSight.delete(target)
        }
        const first = sections.findIndex((section) => inSight.has(section))
        if (first >= 0) setCurrent(first)
      },
      { rootMargin: '-80px 0px -60% 0px' },
    )
    for (const section of sections) observer.observe(section)
    return () => observer.disconnect()
  }, [titles.join('\n'), box])
  return current
}
