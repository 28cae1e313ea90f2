// Runs before anything is drawn, so that the right colours are there from the beginning: those that were chosen here, or
// else those of the system.
{
  const system = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    document.documentElement.dataset.theme = localStorage.getItem("theme") ?? (system.matches ? "dark" : "light");
  };
  apply();
  system.addEventListener("change", apply);
}
