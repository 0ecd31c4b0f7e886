package io.doorlist.local.template;

/**
 * Says in one line what is wrong with a template, and where. Fix the template or its parameters.
 */
public final class TemplateException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public TemplateException(String message) {
    super(message);
  }

  TemplateException(String message, Throwable cause) {
    super(message, cause);
  }
}
