// Making and updating elements.

/**
 * Make an element. Text is always text, never HTML.
 * @param {string} name
 * @param {Record<string, any>} [options] attributes; on… are listeners
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {HTMLElement}
 */
export function make(name, options = {}, ...children) {
  const element = document.createElement(name);
  fill(element, options, children);
  return element;
}

/**
 * The same for SVG.
 * @param {string} name
 * @param {Record<string, any>} [options]
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {SVGElement}
 */
export function draw(name, options = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  fill(element, options, children);
  return element;
}

/** @param {Element} element @param {Record<string, any>} options @param {any[]} children */
function fill(element, options, children) {
  for (const [key, value] of Object.entries(options)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
}

/**
 * Make the children of an element like these, and keep what is the same: the focus stays where it is, and only what is
 * new is animated. The new children must not have listeners.
 * @param {Element} element @param {Node[]} children
 */
export function update(element, children) {
  const old = [...element.childNodes];
  children.forEach((child, index) => {
    if (index >= old.length) element.append(child);
    else if (old[index].nodeName !== child.nodeName) old[index].replaceWith(child);
    else if (child instanceof Element) updateOne(/** @type {Element} */ (old[index]), child);
    else if (old[index].nodeValue !== child.nodeValue) old[index].nodeValue = child.nodeValue;
  });
  for (const rest of old.slice(children.length)) rest.remove();
}

/** @param {Element} now @param {Element} wanted */
function updateOne(now, wanted) {
  for (const name of now.getAttributeNames()) if (!wanted.hasAttribute(name)) now.removeAttribute(name);
  for (const { name, value } of wanted.attributes) if (now.getAttribute(name) !== value) now.setAttribute(name, value);
  update(now, [...wanted.childNodes]);
}

/** The element of an id; the page has it. @param {string} id @returns {any} */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}
