package io.doorlist.local.template;

/**
 * Says in one line what is wrong with a template and where. Whoever edits the template, or passes
 * its parameters, can fix it.
 */
public final class TemplateException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public TemplateException(String message) {
    super(message);
  }

  public TemplateException(String message, Throwable cause) {
    super(message, cause);
  }
}
