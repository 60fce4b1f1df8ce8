import { type ReactNode, useEffect, useRef, useState } from 'react'

interface WhenNearProps {
  /** Height in pixels of the empty place before. */
  readonly height: number
  readonly children: ReactNode
}

/** A part below the visible part of a page. It appears, and requests its data, when the user scrolls near it or prints the page. */
export function WhenNear({ height, children }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || !place.current) return
    const show = () => setNear(true)
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && show(), {
      rootMargin: '200px',
    })
    observer.observe(place.current)
    window.addEventListener('beforeprint', show)
    return () => {
      observer.disconnect()
      window.removeEventListener('beforeprint', show)
    }
  }, [isNear])
  return isNear ? children : <div ref={place} style={{ height }} />
}
