export function HomePage() {
  return <h1>Kierki</h1>
}
