/**
 * Whether the path of a URL has a segment `.` or `..`, plain or encoded. Servers resolve such segments at different
 * times, so that a path that begins with the API could end at any other resource of a node.
 */
export function hasDotSegments(url: string): boolean {
  const [path = ''] = url.split('?', 1)
  return path.split(/[/\\]|%2f|%5c/i).some((segment) => /^(\.|%2e){1,2}$/i.test(segment))
}
