import { useEffect, useRef, useState } from 'react'
import { useTheme } from '../theme/theme-setting.ts'
import type { Plot, PlotInput, PlotOptions } from './plot.ts'

/** Draws once the element has a size, and again when the input, the size or the theme changes. */
export function usePlot(input: PlotInput, { group, onCursor, onSelect }: PlotOptions) {
  const holder = useRef<HTMLDivElement>(null)
  const newest = useRef(input)
  const [plot, setPlot] = useState<Plot>()
  const theme = useTheme()
  const lineCount = input.lines.length

  useEffect(() => {
    newest.current = input
    plot?.update(input)
  }, [plot, input])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of lines needs another plot
  useEffect(() => {
    const element = holder.current
    if (!element) return
    let current: Plot | undefined
    let isUnmounted = false
    let isLoading = false
    const start = async () => {
      isLoading = true
      const { createPlot } = await import('./plot.ts')
      if (isUnmounted) return
      current = createPlot(element, newest.current, { group, onCursor, onSelect })
      setPlot(current)
    }
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === 0) return
      if (current) current.resize(element.clientWidth, element.clientHeight)
      else if (!isLoading) void start()
    })
    observer.observe(element)
    return () => {
      isUnmounted = true
      observer.disconnect()
      current?.destroy()
      setPlot(undefined)
    }
  }, [group, onCursor, onSelect, lineCount])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are read from the sheet when drawing
  useEffect(() => {
    // The theme attribute is set in an effect of an ancestor, which runs after this one.
    const frame = requestAnimationFrame(() => plot?.redraw())
    return () => cancelAnimationFrame(frame)
  }, [plot, theme])

  return holder
}
